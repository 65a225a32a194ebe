import { useState } from 'react'
import { Field, Select, useListQuery, useQuery, useTranslation } from '@host/plugin-sdk'
import { listMailboxes, listSignatures, type Draft } from '../../shared.ts'
import type { Autosave } from './useAutosave.ts'

export interface SenderChoiceProps {
  readonly draft: Draft
  readonly autosave: Autosave
  readonly error: string | undefined
}

const none = 'none'

/** The address that an email is sent from, and its signature, where there is a choice. */
export function SenderChoice({ draft, autosave, error }: SenderChoiceProps) {
  const { t } = useTranslation()
  const [sender, setSender] = useState({ mailboxId: draft.mailboxId, from: draft.from })
  const [signatureId, setSignatureId] = useState(draft.signatureId)
  const { items: mailboxes = [] } = useListQuery(listMailboxes, { limit: 100 })
  const { data: signatures } = useQuery(listSignatures)
  const senders = mailboxes
    .filter(({ canRead, isReceiving }) => canRead && isReceiving)
    .flatMap(({ id, name, address, aliases }) =>
      [address, ...aliases].map((from) => ({ value: `${id} ${from}`, label: `${name} <${from}>` })),
    )
  const value = `${sender.mailboxId} ${sender.from}`
  const options = senders.some((each) => each.value === value) ? senders : [{ value, label: sender.from }, ...senders]
  const usable = (signatures?.items ?? []).filter(
    ({ mailboxId }) => mailboxId === null || mailboxId === sender.mailboxId,
  )
  function chooseSender(next: string) {
    const [mailboxId = '', from = ''] = next.split(' ')
    setSender({ mailboxId, from })
    void autosave.save({ mailboxId, from })
  }
  function chooseSignature(next: string) {
    const chosen = next === none ? null : next
    setSignatureId(chosen)
    void autosave.save({ signatureId: chosen })
  }
  return (
    <div className="flex flex-wrap gap-4">
      <Field label={t('mail.compose.from')} error={error}>
        <Select value={value} options={options} onChange={chooseSender} />
      </Field>
      {usable.length > 0 && (
        <Field label={t('mail.compose.signature')}>
          <Select
            value={signatureId ?? none}
            options={[
              { value: none, label: t('mail.compose.noSignature') },
              ...usable.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={chooseSignature}
          />
        </Field>
      )}
    </div>
  )
}
