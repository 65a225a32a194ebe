import { useState } from 'react'
import {
  Confirm,
  ErrorNote,
  FileField,
  Form,
  MenuItem,
  Modal,
  Panel,
  RowMenu,
  useApiHref,
  useMutation,
  usePermission,
  useTranslation,
} from '@host/plugin-sdk'
import {
  addImage,
  changeImage,
  deleteProductFile,
  listProducts,
  readProduct,
  type ProductDetails,
  type ProductFile,
} from '../../shared.ts'
import { imagePath } from './image-path.ts'

const effects = { invalidates: [readProduct, listProducts] } as const

/** The images of a product, in the order in which they are shown. */
export function ImagesPanel({ product: { id, files } }: { readonly product: ProductDetails }) {
  const { t } = useTranslation()
  const canChange = usePermission(changeImage)
  const move = useMutation(changeImage, effects)
  const [dialog, setDialog] = useState<{ readonly name: 'describe' | 'delete'; readonly image: ProductFile }>()
  const remove = useMutation(deleteProductFile, effects)
  const images = files.filter(({ kind }) => kind === 'image')
  const close = () => setDialog(undefined)
  return (
    <Panel title={t('products.images.title')} description={t('products.images.description')}>
      <div className="flex flex-col gap-4">
        {images.length === 0 && <p className="text-sm text-muted">{t('products.images.none')}</p>}
        <ErrorNote error={move.error} />
        <ol aria-label={t('products.images.title')} className="divide-y divide-line empty:hidden">
          {images.map((image, place) => (
            <ImageRow
              key={image.id}
              {...{ productId: id, image, canChange, isFirst: place === 0, isLast: place === images.length - 1 }}
              onMove={(by) => move.mutate({ id, fileId: image.id, place: place + by })}
              onOpen={(name) => setDialog({ name, image })}
            />
          ))}
        </ol>
        {canChange && <FileField {...effects} label={t('products.images.add')} upload={addImage} input={{ id }} />}
      </div>
      {dialog?.name === 'describe' && <DescribeImage productId={id} image={dialog.image} onClose={close} />}
      <Confirm
        open={dialog?.name === 'delete'}
        onClose={close}
        title={t('products.images.deleteQuestion', { name: dialog?.image.name ?? '' })}
        confirmLabel={t('products.images.delete')}
        variant="danger"
        onConfirm={() => remove.mutateAsync({ id, fileId: dialog?.image.id ?? '' })}
      >
        {t('products.images.deleteMeans')}
      </Confirm>
    </Panel>
  )
}

interface ImageRowProps {
  readonly productId: string
  readonly image: ProductFile
  readonly canChange: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (by: -1 | 1) => void
  readonly onOpen: (dialog: 'describe' | 'delete') => void
}

function ImageRow({ productId, image, canChange, isFirst, isLast, onMove, onOpen }: ImageRowProps) {
  const { t } = useTranslation()
  const apiHref = useApiHref()
  const { id, name, alt } = image
  return (
    <li className="group flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
      <img
        src={apiHref(imagePath(productId, id))}
        alt={alt}
        loading="lazy"
        className="size-14 shrink-0 rounded-control border border-line bg-sunken object-cover"
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        <span className="block text-xs wrap-anywhere text-subtle">{alt || t('products.images.noAlt')}</span>
      </span>
      {canChange && (
        <RowMenu name={name}>
          <MenuItem icon="arrow-up" disabled={isFirst} onSelect={() => onMove(-1)}>
            {t('products.images.up')}
          </MenuItem>
          <MenuItem icon="arrow-down" disabled={isLast} onSelect={() => onMove(1)}>
            {t('products.images.down')}
          </MenuItem>
          <MenuItem icon="pencil" onSelect={() => onOpen('describe')}>
            {t('products.images.describe')}
          </MenuItem>
          <MenuItem icon="trash" danger onSelect={() => onOpen('delete')}>
            {t('products.images.delete')}
          </MenuItem>
        </RowMenu>
      )}
    </li>
  )
}

interface DescribeImageProps {
  readonly productId: string
  readonly image: ProductFile
  readonly onClose: () => void
}

function DescribeImage({ productId, image, onClose }: DescribeImageProps) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(changeImage, { ...effects, onSuccess: onClose })
  return (
    <Modal open onClose={onClose} title={t('products.images.describe')} size="small">
      <Form
        source={changeImage}
        fields={{ alt: { label: t('products.images.alt'), hint: t('products.images.altHint') } }}
        values={{ alt: image.alt }}
        onSubmit={(input) => mutateAsync({ ...input, id: productId, fileId: image.id })}
        onCancel={onClose}
      />
    </Modal>
  )
}
