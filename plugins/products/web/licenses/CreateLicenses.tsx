import { Form, Modal, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { createLicenses, listLicenses } from '../../shared.ts'
import { useLoadProducts } from '../catalog/useLoadProducts.ts'
import { ExpiryControl, FingerprintControl, NamesControl } from './TermControls.tsx'

/** Creates licenses with keys; terms that are left out are those of the product. */
export function CreateLicenses({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const load = useLoadProducts()
  const toast = useToast()
  const { mutateAsync } = useMutation(createLicenses, {
    invalidates: [listLicenses],
    onSuccess({ items }) {
      toast({ tone: 'positive', title: t('products.licenses.created', { count: items.length }) })
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title={t('products.licenses.create')} description={t('products.licenses.createHelp')}>
      <Form
        source={createLicenses}
        fields={{
          productId: { label: t('products.product'), load },
          email: { label: t('products.orders.email'), control: 'email' },
          name: { label: t('products.orders.name') },
          count: { label: t('products.licenses.count'), hint: t('products.licenses.countHint') },
          expiresAt: {
            label: t('products.licenses.lastDay'),
            hint: t('products.licenses.lastDayHint'),
            render: (control) => <ExpiryControl {...control} />,
          },
          fingerprint: {
            label: t('products.licenses.validOn'),
            render: (control) => <FingerprintControl {...control} />,
          },
          maxMachines: { label: t('products.policy.maxMachines'), hint: t('products.licenses.asProductHint') },
          entitlements: {
            label: t('products.licenses.includes'),
            hint: t('products.licenses.asProductHint'),
            render: (control) => <NamesControl {...control} />,
          },
        }}
        onSubmit={({ maxMachines, ...input }) =>
          mutateAsync({ ...input, ...(typeof maxMachines === 'number' && { maxMachines }) })
        }
        submitLabel={t('products.licenses.create')}
        onCancel={onClose}
      />
    </Modal>
  )
}
