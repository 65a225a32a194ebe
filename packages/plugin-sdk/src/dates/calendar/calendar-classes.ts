/** How the parts of the calendar look; the days are `CalendarDay`'s. */
export const calendarClasses = {
  months: 'relative',
  month_caption: 'flex h-control items-center px-2',
  caption_label: 'text-sm font-medium',
  nav: 'absolute inset-y-0 right-0 flex h-control items-center gap-1',
  button_previous: 'flex size-compact items-center justify-center rounded-control text-muted hover:bg-hover',
  button_next: 'flex size-compact items-center justify-center rounded-control text-muted hover:bg-hover',
  month_grid: 'border-collapse',
  weekday: 'size-9 text-xs font-normal text-subtle',
  day: 'p-0',
} as const
