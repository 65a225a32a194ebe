import { Popover } from '@base-ui/react/popover'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../components/IconButton.tsx'
import { LoadingRegion, Skeleton } from '../components/Skeleton.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { CalendarProps } from './calendar/Calendar.tsx'

/** The calendar and its dependencies are loaded when it is first opened. */
const Calendar = lazy(async () => ({ default: (await import('./calendar/Calendar.tsx')).Calendar }))

/** Props of `CalendarButton`. */
export interface CalendarButtonProps extends Omit<CalendarProps, 'onDone'> {
  readonly disabled: boolean
}

/** Opens a calendar beside a date field; Escape and a complete choice close it and give the focus back. */
export function CalendarButton({ disabled, ...calendar }: CalendarButtonProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const name = t(calendar.mode === 'day' ? 'sdk.date.chooseDay' : 'sdk.date.chooseRange')
  return (
    <Popover.Root open={open} onOpenChange={(next) => setOpen(next && !disabled)}>
      <Popover.Trigger
        render={<IconButton icon="calendar" size="compact" label={t('sdk.date.open')} disabled={disabled} />}
      />
      <Popover.Portal>
        <Popover.Positioner className="z-50 outline-none" sideOffset={6} collisionPadding={8} align="end">
          <Popover.Popup
            aria-label={name}
            initialFocus={false}
            className="rounded-card border border-line bg-raised p-3 text-fg shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <Suspense fallback={<CalendarSkeleton />}>
              <Calendar {...calendar} onDone={() => setOpen(false)} />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function CalendarSkeleton() {
  return (
    <LoadingRegion className="h-66 w-63">
      <Skeleton className="h-full w-full" />
    </LoadingRegion>
  )
}
