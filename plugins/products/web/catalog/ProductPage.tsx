import { useState } from 'react'
import {
  Button,
  ConfirmDelete,
  Form,
  HelpLink,
  IconButton,
  Menu,
  MenuItem,
  Modal,
  PageHeader,
  SkeletonRows,
  useBreadcrumb,
  useMutation,
  useNavigate,
  useParams,
  usePermission,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { changeProduct, deleteProduct, listProducts, readProduct, type ProductDetails } from '../../shared.ts'
import { PolicyPanel } from '../licenses/PolicyPanel.tsx'
import { FilesPanel } from './FilesPanel.tsx'
import { ImagesPanel } from './ImagesPanel.tsx'
import { PricesPanel } from './PricesPanel.tsx'
import { ProductState } from './ProductState.tsx'
import { useProductFields } from './useProductFields.ts'
import { VariantsPanel } from './VariantsPanel.tsx'

/** A product with its prices, variants and files. */
export default function ProductPage() {
  const { id = '' } = useParams()
  const { data } = useQuery(readProduct, { id })
  useBreadcrumb(data?.name)
  if (data === undefined) return <SkeletonRows />
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{data.name}</span>}
        description={data.description === '' ? undefined : data.description}
        actions={<ProductActs product={data} />}
      />
      <div className="flex flex-col gap-6">
        <PricesPanel product={data} />
        <VariantsPanel product={data} />
        <ImagesPanel product={data} />
        <FilesPanel product={data} />
        <PolicyPanel productId={data.id} />
      </div>
    </>
  )
}

function ProductActs({ product }: { readonly product: ProductDetails }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const canChange = usePermission(changeProduct)
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const remove = useMutation(deleteProduct, { invalidates: [listProducts], onSuccess: () => navigate('/products') })
  const { id, name, status, isSold } = product
  const close = () => setDialog(undefined)
  return (
    <>
      <ProductState status={status} />
      <HelpLink slug="products" />
      {canChange && (
        <>
          <Button icon="pencil" onClick={() => setDialog('edit')}>
            {t('products.edit')}
          </Button>
          {!isSold && (
            <Menu trigger={<IconButton icon="ellipsis" label={t('products.more')} />}>
              <MenuItem icon="trash" danger onSelect={() => setDialog('delete')}>
                {t('products.delete')}
              </MenuItem>
            </Menu>
          )}
        </>
      )}
      {dialog === 'edit' && <EditProduct product={product} onClose={close} />}
      <ConfirmDelete
        open={dialog === 'delete'}
        onClose={close}
        title={t('products.delete')}
        name={name}
        onConfirm={() => remove.mutateAsync({ id })}
      >
        {t('products.deleteMeans')}
      </ConfirmDelete>
    </>
  )
}

function EditProduct({ product, onClose }: { readonly product: ProductDetails; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const fields = useProductFields()
  const { id, name, description, status, externalId } = product
  const { mutateAsync } = useMutation(changeProduct, { invalidates: [readProduct, listProducts], onSuccess: onClose })
  return (
    <Modal open onClose={onClose} title={t('products.edit')}>
      <Form
        source={changeProduct}
        fields={fields}
        values={{ name, description, status, externalId }}
        onSubmit={(input) => mutateAsync({ ...input, id })}
        onCancel={onClose}
      />
    </Modal>
  )
}
