import { Form, Modal, useMutation, useNavigate, useTranslation } from '@host/plugin-sdk'
import { createProduct, listProducts } from '../../shared.ts'
import { useProductFields } from './useProductFields.ts'

/** Creates a product, and opens its page for prices and files. */
export function CreateProduct({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const fields = useProductFields()
  const { mutateAsync } = useMutation(createProduct, {
    invalidates: [listProducts],
    onSuccess: ({ id }) => navigate(`/products/${id}`),
  })
  return (
    <Modal open onClose={onClose} title={t('products.create')} description={t('products.createHelp')}>
      <Form
        source={createProduct}
        fields={fields}
        values={{ status: 'draft' }}
        onSubmit={mutateAsync}
        submitLabel={t('products.create')}
        onCancel={onClose}
      />
    </Modal>
  )
}
