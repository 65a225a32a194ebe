import type { DayPickerProps } from 'react-day-picker'
import type { Translate } from '../../i18n/texts.ts'
import { spaceChinese } from '../../i18n/space-chinese.ts'

/** The words of the calendar in a locale. */
export function calendarTexts(locale: string, t: Translate): Pick<DayPickerProps, 'formatters' | 'labels'> {
  const write = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options)
    return (date: Date) => spaceChinese(format.format(date))
  }
  const month = write({ year: 'numeric', month: 'long' })
  const day = write({ dateStyle: 'full' })
  return {
    formatters: {
      formatCaption: month,
      formatDay: (date) => String(date.getDate()),
      formatWeekdayName: write({ weekday: 'narrow' }),
    },
    labels: {
      labelGrid: month,
      labelWeekday: write({ weekday: 'long' }),
      labelPrevious: () => t('sdk.date.previousMonth'),
      labelNext: () => t('sdk.date.nextMonth'),
      labelNav: () => t('sdk.date.months'),
      labelDayButton: (date, { today, selected }) =>
        [day(date), today && t('sdk.date.today'), selected && t('sdk.date.selected')].filter(Boolean).join(', '),
    },
  }
}
