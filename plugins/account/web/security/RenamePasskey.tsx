import { useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { Button, Input, useFailureToast, useMutation, useTranslation } from '@host/plugin-sdk'
import { readSecurity, renamePasskey, type Passkey } from '../../shared/security.ts'

export interface RenamePasskeyProps {
  readonly passkey: Passkey
  readonly onDone: () => void
}

/** The name of a passkey, being written. Enter keeps it, Escape leaves it as it was. */
export function RenamePasskey({ passkey: { id, name }, onDone }: RenamePasskeyProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(name)
  const { mutate } = useMutation(renamePasskey, {
    invalidates: [readSecurity],
    optimistic: (cache, input) =>
      cache.update(readSecurity, (security) => ({
        ...security,
        passkeys: security.passkeys.map((one) => (one.id === id ? { ...one, name: input.name } : one)),
      })),
    onError: useFailureToast(),
  })
  const wanted = typed.trim()
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (wanted === '') return
    if (wanted !== name) mutate({ id, name: wanted })
    onDone()
  }
  function leave(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onDone()
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
      <Input
        aria-label={t('account.passkeys.nameOf', { name })}
        aria-invalid={wanted === '' || undefined}
        autoFocus
        maxLength={60}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onKeyDown={leave}
      />
      <Button calls={renamePasskey} type="submit" size="compact" variant="primary" disabled={wanted === ''}>
        {t('account.passkeys.save')}
      </Button>
      <Button size="compact" onClick={onDone}>
        {t('sdk.cancel')}
      </Button>
    </form>
  )
}
