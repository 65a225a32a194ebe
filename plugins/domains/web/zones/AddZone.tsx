import { useState, type SubmitEvent } from 'react'
import {
  Alert,
  Button,
  ButtonLink,
  ErrorNote,
  Field,
  formErrors,
  Modal,
  Select,
  useListQuery,
  useMutation,
  useNavigate,
  useTranslation,
  type Translate,
  DialogActions,
} from '@host/plugin-sdk'
import { addZone, listAccounts, listZones, type Account } from '../../shared.ts'
import { useFocusOnWrong } from '../useFocusOnWrong.ts'
import { OfferedZones } from './OfferedZones.tsx'

export interface AddZoneProps {
  /** The account to begin with, when it is one of the workspace. */
  readonly accountId: string
  readonly onClose: () => void
}

/** Adds one of the zones that an account has, and opens it. */
export function AddZone({ accountId, onClose }: AddZoneProps) {
  const { t } = useTranslation()
  const { items, error } = useListQuery(listAccounts, { limit: 100 }, { errors: 'page' })
  // A dialog that grows would move its fields.
  if (items === undefined && error === null) return null
  return (
    <Modal open onClose={onClose} title={t('domains.zones.add')} description={t('domains.zones.addHelp')}>
      <ErrorNote error={error} />
      {items?.length === 0 && <NoAccount t={t} />}
      {items !== undefined && items.length > 0 && <ZoneForm accounts={items} first={accountId} onClose={onClose} />}
    </Modal>
  )
}

function NoAccount({ t }: { readonly t: Translate }) {
  const link = (
    <ButtonLink to="/domains/accounts?add=1" size="compact">
      {t('domains.accounts.add')}
    </ButtonLink>
  )
  return (
    <Alert title={t('domains.accounts.none')} action={link}>
      {t('domains.zones.needsAccount')}
    </Alert>
  )
}

interface ZoneFormProps {
  readonly accounts: readonly Account[]
  readonly first: string
  readonly onClose: () => void
}

function ZoneForm({ accounts, first, onClose }: ZoneFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [accountId, setAccount] = useState((accounts.find(({ id }) => id === first) ?? accounts[0])?.id ?? '')
  const [name, setName] = useState<string | null>(null)
  const { mutate, error, isPending, reset } = useMutation(addZone, {
    invalidates: [listZones],
    onSuccess: ({ id }) => navigate(`/domains/zones/${id}`),
  })
  const form = useFocusOnWrong<HTMLFormElement>(error)
  const errors = formErrors(error, ['accountId', 'name'])
  function choose(next: string) {
    setAccount(next)
    setName(null)
    reset()
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (name !== null && !isPending) mutate({ accountId, name })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t('domains.accounts.account')} error={errors.fields.accountId}>
        <Select
          value={accountId}
          options={accounts.map(({ id, label, providerTitle }) => ({
            value: id,
            label,
            ...(providerTitle !== null && { description: providerTitle }),
          }))}
          onChange={choose}
        />
      </Field>
      <OfferedZones key={accountId} accountId={accountId} value={name} error={errors.fields.name} onChange={setName} />
      <ErrorNote error={errors.rest} />
      <DialogActions>
        <Button onClick={onClose}>{t('domains.cancel')}</Button>
        <Button type="submit" variant="primary" busy={isPending} disabled={name === null}>
          {t('domains.zones.add')}
        </Button>
      </DialogActions>
    </form>
  )
}
