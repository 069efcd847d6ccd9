/* SPDX-License-Identifier: GPL-3.0-or-later
 * Part of the virtual board of Burn & Turn; see README.md in this folder. */

/* Voltages at the 16 analogue pins. The emulator keeps only 8 of them, so each conversion is given its own pin's as it begins. */
#include <simavr/avr_adc.h>
#include <string.h>

#include "virtual.h"

#define CHANNELS 16
#define KEPT 8
#define UPPER_MUX 32 /* MUX5 */
#define ADMUX_AT 0x7C
#define ADCSRB_AT 0x7B
#define MUX5_BIT 0x08
#define SUPPLY_CHANNEL 14
#define SUPPLY_MV 1667 /* 5 V behind the divider */

static int volts[CHANNELS] = {[SUPPLY_CHANNEL] = SUPPLY_MV};

static avr_irq_t *adc_irq(int number) { return avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, number); }

static void on_conversion(avr_irq_t *irq, uint32_t value, void *parameter)
{
    int channel = (avr->data[ADMUX_AT] & (KEPT - 1)) + (avr->data[ADCSRB_AT] & MUX5_BIT ? KEPT : 0);
    (void)irq;
    (void)value;
    (void)parameter;
    avr_raise_irq(adc_irq(channel % KEPT), (uint32_t)volts[channel]);
}

void adc_start(void)
{
    for (avr_io_t *io = avr->io_port; io != NULL; io = io->next)
        for (int n = 0; n < KEPT && strcmp(io->kind, "adc") == 0; n++)
            ((avr_adc_t *)io)->muxmode[UPPER_MUX + n] = (avr_adc_mux_t)AVR_ADC_SINGLE(n);
    avr_irq_register_notify(adc_irq(ADC_IRQ_OUT_TRIGGER), on_conversion, NULL);
}

bool adc_millivolts(int channel, int millivolts)
{
    if (channel < 0 || channel >= CHANNELS)
        return false;
    volts[channel] = millivolts;
    return true;
}
