import { useRef } from 'react'
import { Checkbox, Icon, Link, useTranslation } from '@host/plugin-sdk'
import type { Email } from '../../../shared.ts'
import { DeliveryBadge } from '../DeliveryBadge.tsx'
import { LabelBadges } from '../labels/LabelBadges.tsx'
import { useEmailNames } from '../useEmailNames.ts'
import { useEmailTime } from '../useEmailTime.ts'

/** Pixels; each row is as high. */
export const rowHeight = 80

export interface EmailRowProps {
  readonly email: Email
  /** From 1. */
  readonly place: number
  readonly address: string
  readonly isOpen: boolean
  readonly isChosen: boolean
  /** Whether Tab reaches it. */
  readonly isCurrent: boolean
  /** Whether its folder is shown, as in a search through all of them. */
  readonly showsFolder: boolean
  readonly onChoose: (id: string, isRange: boolean) => void
  readonly onFocus: (id: string) => void
  readonly onOpen: (id: string) => void
}

/** An email of the list. */
export function EmailRow({ email, place, address, isOpen, isChosen, isCurrent, ...frame }: EmailRowProps) {
  const { id, isRead } = email
  const look = isOpen || isChosen ? 'bg-accent-soft' : 'hover:bg-hover'
  return (
    <li
      aria-posinset={place}
      className={`absolute inset-x-0 flex items-start border-b border-line pl-3 ${look}`}
      style={{ top: (place - 1) * rowHeight, height: rowHeight }}
    >
      <Choice {...frame} email={email} isChosen={isChosen} isCurrent={isCurrent} />
      <Link
        to={address}
        data-email={id}
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isOpen ? 'true' : undefined}
        onFocus={() => frame.onFocus(id)}
        onClick={(event) => {
          if (event.shiftKey) {
            event.preventDefault()
            frame.onChoose(id, true)
          } else if (!event.metaKey && !event.ctrlKey && !event.altKey) {
            event.preventDefault()
            frame.onOpen(id)
          }
        }}
        className="block h-full min-w-0 flex-1 rounded-control pt-2.5 pr-3 pl-1 focus-visible:-outline-offset-2"
      >
        <RowText email={email} isRead={isRead} showsFolder={frame.showsFolder} />
      </Link>
    </li>
  )
}

interface RowTextProps {
  readonly email: Email
  readonly isRead: boolean
  readonly showsFolder: boolean
}

function RowText({ email, isRead, showsFolder }: RowTextProps) {
  const { t } = useTranslation()
  const names = useEmailNames()
  const time = useEmailTime()
  const weight = isRead ? 'text-muted' : 'font-semibold text-fg'
  return (
    <>
      <span className="flex items-baseline gap-2 text-sm">
        {!isRead && (
          <span className="size-2 shrink-0 self-center rounded-full bg-accent">
            <span className="sr-only">{t('mail.emails.unread')}</span>
          </span>
        )}
        <bdi className={`min-w-0 flex-1 truncate ${weight}`}>{names.counterpart(email)}</bdi>
        <time dateTime={email.receivedAt} title={time.exact(email.receivedAt)} className="shrink-0 text-xs text-muted">
          {time.short(email.receivedAt)}
        </time>
      </span>
      <span className="flex items-center gap-2 text-sm">
        <bdi className={`min-w-0 flex-1 truncate ${weight}`}>{names.subject(email)}</bdi>
        <span className="flex max-w-32 shrink-0 gap-1 overflow-hidden">
          <LabelBadges ids={email.labels} />
        </span>
        {email.attachments > 0 && (
          <>
            <Icon name="paperclip" size={14} className="text-subtle" />
            <span className="sr-only">{t('mail.emails.attachments', { count: email.attachments })}</span>
          </>
        )}
      </span>
      <span className="flex items-baseline gap-2 text-xs text-muted">
        {showsFolder && <span className="shrink-0 font-medium">{t(`mail.emails.folder.${email.folder}`)}</span>}
        <bdi className="min-w-0 flex-1 truncate">{email.snippet}</bdi>
        {email.delivery !== null && <DeliveryBadge state={email.delivery.state} />}
      </span>
    </>
  )
}

type ChoiceProps = Pick<EmailRowProps, 'email' | 'isChosen' | 'isCurrent' | 'onChoose'>

/** Chooses the email; with Shift all from the last one that was chosen. */
function Choice({ email, isChosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation()
  const names = useEmailNames()
  const isRange = useRef(false)
  return (
    <span
      className="pt-2.5"
      onClickCapture={(event) => {
        isRange.current = event.shiftKey
      }}
    >
      <Checkbox
        label={t('mail.emails.choose', { subject: names.subject(email), sender: names.counterpart(email) })}
        isLabelHidden
        checked={isChosen}
        onChange={() => onChoose(email.id, isRange.current)}
      />
    </span>
  )
}
