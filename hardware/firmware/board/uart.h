/* Serial ports with interrupts and fixed buffers: 0 the host, 1 the felt's reader, 3 the shoe's reader.
 *
 * Owns USART0, 1 and 3. Knows nothing of what the bytes mean. A byte that finds no room is lost. */
#ifndef UART_H
#define UART_H
#include <stdbool.h>
#include <stdint.h>

void uart_start(void);

/* The next byte that arrived; false when there is none. */
bool uart0_read(uint8_t *byte);
bool uart1_read(uint8_t *byte);
bool uart3_read(uint8_t *byte);

/* Bytes to send, all of them or none; false when there is no room. */
bool uart0_write(const uint8_t *bytes, uint8_t count);
bool uart1_write(const uint8_t *bytes, uint8_t count);
bool uart3_write(const uint8_t *bytes, uint8_t count);

#endif
