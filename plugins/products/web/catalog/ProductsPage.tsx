import {
  Button,
  EmptyState,
  ExportCsv,
  HelpLink,
  Icon,
  Link,
  ListView,
  PageHeader,
  RelativeTime,
  tableInput,
  useAddressDialog,
  useListQuery,
  usePermission,
  useTable,
  useApiHref,
  useTranslation,
  type AskAhead,
  type DataColumn,
} from '@host/plugin-sdk'
import { createProduct, exportProducts, listProducts, type Product } from '../../shared.ts'
import { CreateProduct } from './CreateProduct.tsx'
import { ImportProducts } from './ImportProducts.tsx'
import { imagePath } from './image-path.ts'
import { ProductState } from './ProductState.tsx'
import { useStatusOptions } from './useStatusOptions.ts'

/** The products of the workspace, the newest first. */
export default function ProductsPage() {
  const { t } = useTranslation()
  const columns = useProductColumns()
  const table = useTable({
    columns,
    filters: { status: { kind: 'choice', label: t('products.status.title'), options: useStatusOptions() } },
  })
  const input = tableInput(listProducts, table)
  const products = useListQuery(listProducts, input, { errors: 'list' })
  const canCreate = usePermission(createProduct)
  const exported = { table, columns, name: 'products' }
  const creating = useAddressDialog('create', {
    id: 'products.create',
    label: t('products.create'),
    icon: 'plus',
    keys: 'c',
    enabled: canCreate,
  })
  return (
    <>
      <PageHeader
        title={t('products.title')}
        description={t('products.description')}
        actions={
          <>
            <HelpLink slug="products" />
            {canCreate && <ImportProducts />}
            {canCreate && (
              <Button variant="primary" icon="plus" onClick={creating.open}>
                {t('products.create')}
              </Button>
            )}
          </>
        }
      />
      <ListView
        endpoint={listProducts}
        input={input}
        search={t('products.search')}
        {...(canCreate && {
          tools: <ExportCsv {...exported} calls={exportProducts} rows={products.items} path={exportPath(input)} />,
        })}
        label={t('products.title')}
        columns={columns}
        table={table}
        list={products}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        empty={<EmptyState title={t('products.none')}>{t('products.noneHelp')}</EmptyState>}
      />
      {creating.isOpen && <CreateProduct onClose={creating.close} />}
    </>
  )
}

ProductsPage.askAhead = ({ list }: AskAhead) => list(listProducts, {})

/** The address of the file of the products that the list finds. */
function exportPath(input: object): string {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])).toString()
  const path = exportProducts.pattern.replace('GET ', '')
  return query === '' ? path : `${path}?${query}`
}

/** The first image of a product; its name stands beside it. */
function Thumbnail({ productId, imageId }: { readonly productId: string; readonly imageId: string | null }) {
  const apiHref = useApiHref()
  const box = 'size-8 shrink-0 rounded-control border border-line bg-sunken'
  if (imageId !== null) {
    return <img src={apiHref(imagePath(productId, imageId))} alt="" loading="lazy" className={`${box} object-cover`} />
  }
  return (
    <span className={`${box} flex items-center justify-center text-subtle`}>
      <Icon name="package" size={16} />
    </span>
  )
}

function useProductColumns(): readonly DataColumn<Product>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      header: t('products.product'),
      isSortable: true,
      cell: ({ id, name, imageId }) => (
        <span className="flex items-center gap-3">
          <Thumbnail productId={id} imageId={imageId} />
          <Link to={`/products/${id}`} className="block max-w-44 truncate py-1 font-medium hover:underline sm:max-w-80">
            {name}
          </Link>
        </span>
      ),
      skeleton: 'w-48',
    },
    {
      key: 'externalId',
      header: t('products.externalId'),
      from: 'md',
      isHidden: true,
      cell: ({ externalId }) => <span className="text-muted">{externalId ?? '–'}</span>,
    },
    {
      key: 'createdAt',
      header: t('products.created'),
      align: 'end',
      from: 'md',
      isSortable: true,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} skipFocus />,
    },
    {
      key: 'status',
      header: t('products.status.title'),
      align: 'end',
      cell: ({ status }) => <ProductState status={status} />,
      skeleton: 'w-16',
    },
  ]
}
