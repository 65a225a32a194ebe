import { useEffect, useRef } from 'react'
import type { DayButtonProps } from 'react-day-picker'
import { classNames } from '../../components/class-names.ts'

/** A day of the calendar. It takes the focus when the keyboard comes to it. */
export function CalendarDay(props: DayButtonProps) {
  const { day: _, modifiers, className: __, ...rest } = props
  const button = useRef<HTMLButtonElement>(null)
  const { focused = false, selected = false, range_middle: isMiddle = false } = modifiers
  useEffect(() => {
    if (focused) button.current?.focus()
  }, [focused])
  const isEnd = selected && !isMiddle
  return (
    <button
      {...rest}
      ref={button}
      className={classNames(
        'flex size-9 items-center justify-center text-sm transition-colors disabled:opacity-55',
        isMiddle ? 'bg-accent-soft text-accent-fg' : 'rounded-control',
        isEnd ? 'bg-accent text-on-solid' : 'hover:bg-hover',
        !selected && modifiers['outside'] === true && 'text-subtle',
        !isEnd && modifiers['today'] === true && 'font-semibold text-accent-fg',
      )}
    />
  )
}
