import { lazy, Suspense, useState } from 'react'
import { IconButton, useQuery, useTranslation } from '@host/plugin-sdk'
import { countUnread } from '../shared/unread.ts'
import { Growth } from './Growth.tsx'

const load = () => import('./LatestNotifications.tsx')
const LatestNotifications = lazy(load)

const refetchMilliseconds = 120_000

/** The unread count with a popover of the latest notifications. The list's code is loaded on hover or focus. */
export default function Bell() {
  const { t } = useTranslation()
  const { data } = useQuery(countUnread, undefined, { errors: 'page', refetchMilliseconds })
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const { count = 0, isMore = false } = data ?? {}
  const shown = isMore ? `${count}+` : String(count)
  const warmUp = () => void load().catch(() => undefined)
  const button = (
    <IconButton
      icon="bell"
      label={count === 0 ? t('notifications.notifications') : t('notifications.bell', { count, shown })}
      onPointerEnter={warmUp}
      onFocus={warmUp}
      {...(!wasOpened && { 'aria-haspopup': 'dialog', 'aria-expanded': false, onClick: open })}
    />
  )
  function open() {
    setOpened(true)
    setOpen(true)
  }
  return (
    <span className="relative inline-flex">
      {wasOpened ? (
        <Suspense fallback={button}>
          <LatestNotifications trigger={button} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      ) : (
        button
      )}
      {count > 0 && (
        <span
          aria-hidden
          className="pointer-events-none absolute top-0.5 right-0.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-xs font-medium text-on-solid"
        >
          {shown}
        </span>
      )}
      <Growth count={count} isKnown={data !== undefined} />
    </span>
  )
}
