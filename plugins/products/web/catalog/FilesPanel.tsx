import { FileField, FileList, Panel, useMutation, usePermission, useTranslation } from '@host/plugin-sdk'
import { addFile, deleteProductFile, readProduct, type ProductDetails } from '../../shared.ts'

/** The files of a product, which customers download once they have paid. */
export function FilesPanel({ product }: { readonly product: ProductDetails }) {
  const { t } = useTranslation()
  const canChange = usePermission(deleteProductFile)
  const { mutateAsync } = useMutation(deleteProductFile, { invalidates: [readProduct] })
  const files = product.files
    .filter(({ kind }) => kind === 'file')
    .map((file) => ({ ...file, href: `/api/products/${product.id}/files/${file.id}` }))
  return (
    <Panel title={t('products.files.title')} description={t('products.files.description')}>
      <div className="flex flex-col gap-4">
        {files.length === 0 && <p className="text-sm text-muted">{t('products.files.none')}</p>}
        <FileList
          files={files}
          label={t('products.files.title')}
          {...(canChange && { onDelete: ({ id }) => mutateAsync({ id: product.id, fileId: id }) })}
        />
        {canChange && (
          <FileField
            label={t('products.files.add')}
            upload={addFile}
            input={{ id: product.id }}
            invalidates={[readProduct]}
          />
        )}
      </div>
    </Panel>
  )
}
