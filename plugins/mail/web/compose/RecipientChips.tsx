import type { KeyboardEvent, Ref } from 'react'
import { Icon, useTranslation } from '@host/plugin-sdk'
import type { EmailAddress } from '../../shared.ts'
import { writeRecipient } from './parse-recipients.ts'

export interface RecipientChipsProps {
  readonly ref: Ref<HTMLUListElement>
  readonly label: string
  readonly value: readonly EmailAddress[]
  readonly onRemove: (at: number) => void
  /** Gets the place of the chip to focus; the field is before the first and after the last. */
  readonly onFocus: (at: number) => void
}

/** The chosen recipients. Arrows move between them and back to the field. */
export function RecipientChips({ ref, label, value, onRemove, onFocus }: RecipientChipsProps) {
  const { t } = useTranslation()
  return (
    <ul ref={ref} aria-label={t('mail.compose.chosen', { field: label })} className="flex flex-wrap gap-1 empty:hidden">
      {value.map((recipient, at) => (
        <RecipientChip
          key={recipient.address}
          recipient={recipient}
          onRemove={() => onRemove(at)}
          onMove={(by) => onFocus(at + by)}
        />
      ))}
    </ul>
  )
}

interface RecipientChipProps {
  readonly recipient: EmailAddress
  readonly onRemove: () => void
  readonly onMove: (by: 1 | -1) => void
}

function RecipientChip({ recipient, onRemove, onMove }: RecipientChipProps) {
  const { t } = useTranslation()
  function press({ key }: KeyboardEvent) {
    if (key === 'Delete' || key === 'Backspace') onRemove()
    if (key === 'ArrowLeft') onMove(-1)
    if (key === 'ArrowRight') onMove(1)
  }
  return (
    <li className="flex h-6 max-w-full items-center rounded-control bg-accent-soft pl-2 text-sm text-accent-fg">
      <span className="truncate" title={recipient.address}>
        {writeRecipient(recipient)}
      </span>
      <button
        type="button"
        aria-label={t('mail.compose.removeRecipient', { name: recipient.address })}
        onClick={onRemove}
        onKeyDown={press}
        className="flex size-6 shrink-0 items-center justify-center rounded-control hover:bg-hover"
      >
        <Icon name="x" size={12} />
      </button>
    </li>
  )
}
