import { useState, type SubmitEvent } from 'react'
import {
  Button,
  ErrorNote,
  Field,
  formErrors,
  Input,
  Modal,
  useMutation,
  useToast,
  useTranslation,
} from '@host/plugin-sdk'
import { createUser, listUsers } from '../shared.ts'

const shortestPassword = 10
const empty = { name: '', email: '', password: '' }

/** Makes an account with a first password, to be handed over. */
export function CreateUser({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const [draft, setDraft] = useState(empty)
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, error } = useMutation(createUser, {
    invalidates: [listUsers],
    onSuccess({ name }) {
      toast({ tone: 'positive', title: t('instance.users.created', { name }) })
      onClose()
    },
  })
  const { fields, rest } = formErrors(error, ['name', 'email', 'password'])
  const isShort = draft.password !== '' && Array.from(draft.password).length < shortestPassword
  const isComplete = Object.values(draft).every((value) => value.trim() !== '')
  const change = (part: Partial<typeof empty>) => setDraft((before) => ({ ...before, ...part }))
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (isComplete && !isShort && !isPending) mutate({ ...draft, email: draft.email.trim() })
  }
  return (
    <Modal open onClose={onClose} title={t('instance.users.create')} description={t('instance.users.createHelp')}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('instance.users.name')} error={fields.name} required>
          <Input value={draft.name} autoComplete="off" onChange={(event) => change({ name: event.target.value })} />
        </Field>
        <Field label={t('instance.users.email')} error={fields.email} required>
          <Input
            type="email"
            value={draft.email}
            autoComplete="off"
            onChange={(event) => change({ email: event.target.value })}
          />
        </Field>
        <Field
          label={t('instance.users.password')}
          hint={t('instance.users.passwordHint')}
          error={isChecked && isShort ? t('instance.users.passwordShort') : fields.password}
          required
        >
          <Input
            value={draft.password}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ password: event.target.value })}
          />
        </Field>
        <ErrorNote error={rest} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('instance.cancel')}</Button>
          <Button type="submit" variant="primary" busy={isPending} disabled={!isComplete}>
            {t('instance.users.create')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
