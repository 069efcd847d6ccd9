#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#ifndef HOST_BAUD
#define HOST_BAUD 250000UL
#endif
#define READER_BAUD 115200UL
#define DIVISOR(baud) ((F_CPU + 4UL * (baud)) / (8UL * (baud)) - 1UL)

/* One port: two rings whose sizes are powers of two up to 256, their interrupts, reading and writing.
 * A head is moved by one side only and a tail by the other, each in one instruction. */
#define PORT(n, RX, TX)                                                                                                \
    static struct {                                                                                                    \
        volatile uint8_t head, tail;                                                                                   \
        uint8_t bytes[RX];                                                                                             \
    } rx##n;                                                                                                           \
    static struct {                                                                                                    \
        volatile uint8_t head, tail;                                                                                   \
        uint8_t bytes[TX];                                                                                             \
    } tx##n;                                                                                                           \
    ISR(USART##n##_RX_vect)                                                                                            \
    {                                                                                                                  \
        uint8_t byte = UDR##n, head = rx##n.head, after = (uint8_t)(head + 1u) & ((RX) - 1u);                          \
        if (after != rx##n.tail) {                                                                                     \
            rx##n.bytes[head] = byte;                                                                                  \
            rx##n.head = after;                                                                                        \
        }                                                                                                              \
    }                                                                                                                  \
    ISR(USART##n##_UDRE_vect)                                                                                          \
    {                                                                                                                  \
        uint8_t tail = tx##n.tail;                                                                                     \
        if (tail == tx##n.head) {                                                                                      \
            UCSR##n##B &= (uint8_t)~_BV(UDRIE##n);                                                                     \
            return;                                                                                                    \
        }                                                                                                              \
        UDR##n = tx##n.bytes[tail];                                                                                    \
        tx##n.tail = (uint8_t)(tail + 1u) & ((TX) - 1u);                                                               \
    }                                                                                                                  \
    bool uart##n##_read(uint8_t *byte)                                                                                 \
    {                                                                                                                  \
        uint8_t tail = rx##n.tail;                                                                                     \
        if (tail == rx##n.head)                                                                                        \
            return false;                                                                                              \
        *byte = rx##n.bytes[tail];                                                                                     \
        rx##n.tail = (uint8_t)(tail + 1u) & ((RX) - 1u);                                                               \
        return true;                                                                                                   \
    }                                                                                                                  \
    bool uart##n##_write(const uint8_t *bytes, uint8_t count)                                                          \
    {                                                                                                                  \
        uint8_t head = tx##n.head, room = (uint8_t)(tx##n.tail - head - 1u) & ((TX) - 1u);                             \
        if (count > room)                                                                                              \
            return false;                                                                                              \
        for (; count > 0; count--) {                                                                                   \
            tx##n.bytes[head] = *bytes++;                                                                              \
            head = (uint8_t)(head + 1u) & ((TX) - 1u);                                                                 \
        }                                                                                                              \
        tx##n.head = head;                                                                                             \
        UCSR##n##B |= _BV(UDRIE##n);                                                                                   \
        return true;                                                                                                   \
    }

PORT(0, 256u, 256u)
PORT(1, 128u, 32u)
PORT(3, 128u, 32u)

/* The doubled speed is set before the divisor: the emulator looks at it only then, and silicon does not mind. */
#define START(n, baud)                                                                                                 \
    UCSR##n##A = _BV(U2X##n);                                                                                          \
    UBRR##n = DIVISOR(baud);                                                                                           \
    UCSR##n##C = _BV(UCSZ##n##1) | _BV(UCSZ##n##0);                                                                    \
    UCSR##n##B = _BV(RXCIE##n) | _BV(RXEN##n) | _BV(TXEN##n)

void uart_start(void)
{
    START(0, HOST_BAUD);
    START(1, READER_BAUD);
    START(3, READER_BAUD);
}
