import { Avatar, IconButton, Menu, MenuItem, useDownload, useTranslation } from '@host/plugin-sdk'
import { useState } from 'react'
import { readEmail, type EmailAddress, type EmailDetails } from '../../../shared.ts'
import { LabelBadges } from '../labels/LabelBadges.tsx'
import { useEmailNames } from '../useEmailNames.ts'
import { useEmailTime } from '../useEmailTime.ts'
import { SenderBadge } from './SenderBadge.tsx'

/** Sender, recipients and time of an email. */
export function EmailHead({ email }: { readonly email: EmailDetails }) {
  const { t } = useTranslation()
  const { download } = useDownload({ check: readEmail, path: `/api/emails/${email.id}/raw` })
  const names = useEmailNames()
  const time = useEmailTime()
  const { from, to, cc, bcc, receivedAt } = email
  return (
    <header className="flex items-start gap-3">
      <Avatar name={names.person(from)} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-medium wrap-anywhere">{names.person(from)}</bdi>
          {from !== null && from.name !== '' && (
            <bdi className="text-sm wrap-anywhere text-muted">&lt;{from.address}&gt;</bdi>
          )}
          <SenderBadge email={email} />
          <LabelBadges ids={email.labels} />
        </div>
        <People label={t('mail.emails.to')} people={to} />
        <People label={t('mail.emails.cc')} people={cc} />
        <People label={t('mail.emails.bcc')} people={bcc} />
        <time dateTime={receivedAt} className="block text-sm text-muted">
          {time.exact(receivedAt)}
        </time>
      </div>
      <Menu trigger={<IconButton icon="ellipsis" size="compact" label={t('mail.emails.more')} />}>
        <MenuItem icon="download" onSelect={() => download({ id: email.id })}>
          {t('mail.emails.raw')}
        </MenuItem>
      </Menu>
    </header>
  )
}

/** Recipients shown at first. */
const few = 3

function People({ label, people }: { readonly label: string; readonly people: readonly EmailAddress[] }) {
  const { t } = useTranslation()
  const names = useEmailNames()
  const [showsAll, setShowsAll] = useState(false)
  if (people.length === 0) return null
  const each = [...new Map(people.map((person) => [`${person.name} ${person.address}`, person]))]
  const shown = showsAll ? each : each.slice(0, few)
  return (
    <p className="text-sm wrap-anywhere text-muted">
      <span className="mr-1">{label}</span>
      {shown.map(([key, person], at) => (
        <span key={key}>
          {at > 0 && ', '}
          <bdi title={person.address}>{names.person(person)}</bdi>
        </span>
      ))}
      {each.length > shown.length && (
        <button
          type="button"
          onClick={() => setShowsAll(true)}
          className="ml-1 min-h-6 rounded-control text-accent-fg hover:underline"
        >
          {t('mail.emails.morePeople', { count: each.length - shown.length })}
        </button>
      )}
    </p>
  )
}
