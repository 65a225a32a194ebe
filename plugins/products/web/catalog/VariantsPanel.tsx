import { useState } from 'react'
import {
  Badge,
  Button,
  ErrorNote,
  Form,
  MenuItem,
  Modal,
  Panel,
  RowMenu,
  useMutation,
  usePermission,
  useTranslation,
} from '@host/plugin-sdk'
import { changeVariant, createVariant, readProduct, type ProductDetails } from '../../shared.ts'

/** The variants of a product, such as sizes or editions. */
export function VariantsPanel({ product }: { readonly product: ProductDetails }) {
  const { t } = useTranslation()
  const canAdd = usePermission(createVariant)
  const [isAdding, setAdding] = useState(false)
  const { mutate, error, isPending } = useMutation(changeVariant, { invalidates: [readProduct] })
  const add = (
    <Button icon="plus" size="compact" onClick={() => setAdding(true)}>
      {t('products.variants.add')}
    </Button>
  )
  return (
    <Panel
      title={t('products.variants.title')}
      description={t('products.variants.description')}
      actions={canAdd && add}
    >
      {product.variants.length === 0 && <p className="text-sm text-muted">{t('products.variants.none')}</p>}
      <ErrorNote error={error} />
      <ul className="divide-y divide-line">
        {product.variants.map(({ id, name, isArchived }) => (
          <li key={id} className="group flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
            <span className="min-w-0 flex-1 font-medium wrap-anywhere">{name}</span>
            {isArchived && <Badge>{t('products.status.archived')}</Badge>}
            {canAdd && (
              <RowMenu name={name} busy={isPending}>
                <MenuItem
                  icon={isArchived ? 'archive-restore' : 'archive'}
                  onSelect={() => mutate({ id: product.id, variantId: id, isArchived: !isArchived })}
                >
                  {t(isArchived ? 'products.variants.restore' : 'products.variants.archive')}
                </MenuItem>
              </RowMenu>
            )}
          </li>
        ))}
      </ul>
      {isAdding && <AddVariant productId={product.id} onClose={() => setAdding(false)} />}
    </Panel>
  )
}

function AddVariant({ productId, onClose }: { readonly productId: string; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(createVariant, { invalidates: [readProduct], onSuccess: onClose })
  return (
    <Modal open onClose={onClose} title={t('products.variants.add')} size="small">
      <Form
        source={createVariant}
        fields={{ name: { label: t('products.name'), hint: t('products.variants.nameHint') } }}
        onSubmit={(input) => mutateAsync({ ...input, id: productId })}
        submitLabel={t('products.variants.add')}
        onCancel={onClose}
      />
    </Modal>
  )
}
