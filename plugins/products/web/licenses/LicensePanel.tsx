import {
  ErrorNote,
  KeyValue,
  MenuItem,
  RowMenu,
  SkeletonRows,
  useFormat,
  useMutation,
  usePermission,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { listLicenses, readLicense, removeActivation, type LicenseDetails } from '../../shared.ts'
import { LicenseActs } from './LicenseActs.tsx'
import { LicenseState } from './LicenseState.tsx'

/** A license with its terms and its machines. */
export function LicensePanel({ id }: { readonly id: string }) {
  const { data, error } = useQuery(readLicense, { id }, { errors: 'page' })
  if (error !== null && data === undefined) return <ErrorNote error={error} />
  if (data === undefined) return <SkeletonRows />
  return (
    <div className="flex flex-col gap-6">
      <LicenseFacts license={data} />
      <LicenseActs license={data} />
      <Machines license={data} />
    </div>
  )
}

interface LicenseProps {
  readonly license: LicenseDetails
}

function LicenseFacts({ license }: LicenseProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { id, email, name, expiresAt, createdAt, entitlements, fingerprint } = license
  return (
    <KeyValue
      items={[
        { label: t('products.status.title'), value: <LicenseState license={license} /> },
        { label: t('products.orders.customer'), value: <span className="wrap-anywhere">{email || '–'}</span> },
        ...(name === '' ? [] : [{ label: t('products.orders.name'), value: name }]),
        {
          label: t('products.licenses.expires'),
          value: expiresAt === null ? t('products.licenses.never') : format.dateTime(expiresAt),
        },
        { label: t('products.licenses.validOn'), value: t(`products.licenses.fingerprint.${fingerprint}`) },
        ...(entitlements.length === 0
          ? []
          : [{ label: t('products.licenses.includes'), value: format.list(entitlements) }]),
        { label: t('products.created'), value: format.dateTime(createdAt) },
        { label: t('products.licenses.id'), value: <code className="font-mono text-xs wrap-anywhere">{id}</code> },
      ]}
    />
  )
}

function Machines({ license: { id, activations } }: LicenseProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const canRemove = usePermission(removeActivation)
  const { mutate, error, isPending } = useMutation(removeActivation, { invalidates: [readLicense, listLicenses] })
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{t('products.licenses.machines')}</h3>
      {activations.length === 0 && <p className="text-sm text-muted">{t('products.licenses.noMachines')}</p>}
      <ErrorNote error={error} />
      <ul className="divide-y divide-line">
        {activations.map(({ id: activationId, name, fingerprint, createdAt }) => (
          <li key={activationId} className="group flex items-start justify-between gap-3 py-2 text-sm">
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{name || fingerprint}</p>
              <p className="text-xs text-subtle">{format.dateTime(createdAt)}</p>
            </div>
            {canRemove && (
              <RowMenu name={name || fingerprint} busy={isPending}>
                <MenuItem icon="x" danger onSelect={() => mutate({ id, activationId })}>
                  {t('products.licenses.deactivate')}
                </MenuItem>
              </RowMenu>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
