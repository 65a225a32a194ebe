import { useState } from 'react'
import {
  Button,
  Confirm,
  ErrorNote,
  KeyValue,
  Panel,
  SkeletonRows,
  useFormat,
  useMutation,
  usePermission,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { deleteLicensePolicy, readLicensePolicy, writeLicensePolicy, type LicensePolicy } from '../../shared.ts'
import { EditPolicy } from './EditPolicy.tsx'

/** The terms of the license that each sold unit of a product comes with. */
export function PolicyPanel({ productId }: { readonly productId: string }) {
  const { t } = useTranslation()
  const { data, error } = useQuery(readLicensePolicy, { productId }, { errors: 'page' })
  const canChange = usePermission(writeLicensePolicy)
  const [dialog, setDialog] = useState<'edit' | 'remove'>()
  const remove = useMutation(deleteLicensePolicy, { invalidates: [readLicensePolicy] })
  const close = () => setDialog(undefined)
  const policy = data?.policy ?? null
  const acts = canChange && data !== undefined && (
    <div className="flex flex-wrap justify-end gap-2">
      <Button size="compact" icon="pencil" onClick={() => setDialog('edit')}>
        {t('products.policy.set')}
      </Button>
      {policy !== null && (
        <Button size="compact" onClick={() => setDialog('remove')}>
          {t('products.policy.remove')}
        </Button>
      )}
    </div>
  )
  return (
    <Panel title={t('products.licenses.title')} description={t('products.policy.description')} actions={acts}>
      <ErrorNote error={error} />
      {data === undefined && error === null && <SkeletonRows rows={1} />}
      {data !== undefined && policy === null && <p className="text-sm text-muted">{t('products.policy.none')}</p>}
      {policy !== null && <Terms policy={policy} />}
      {dialog === 'edit' && <EditPolicy {...{ productId, policy }} onClose={close} />}
      <Confirm
        open={dialog === 'remove'}
        onClose={close}
        title={t('products.policy.removeQuestion')}
        confirmLabel={t('products.policy.remove')}
        onConfirm={() => remove.mutateAsync({ productId })}
      >
        {t('products.policy.removeMeans')}
      </Confirm>
    </Panel>
  )
}

function Terms({ policy }: { readonly policy: LicensePolicy }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { entitlements, limits, fingerprint, maxMachines, validDays } = policy
  const included = [...entitlements, ...Object.entries(limits).map(([name, most]) => `${name}: ${format.number(most)}`)]
  return (
    <KeyValue
      items={[
        { label: t('products.licenses.validOn'), value: t(`products.licenses.fingerprint.${fingerprint}`) },
        { label: t('products.licenses.machines'), value: maxMachines === null ? '–' : format.number(maxMachines) },
        {
          label: t('products.licenses.expires'),
          value: validDays === null ? t('products.licenses.never') : t('products.policy.days', { count: validDays }),
        },
        { label: t('products.licenses.includes'), value: included.length === 0 ? '–' : format.list(included) },
      ]}
    />
  )
}
