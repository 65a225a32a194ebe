import {
  addFile,
  addImage,
  changeImage,
  changeProduct,
  changeVariant,
  createPrice,
  createProduct,
  createVariant,
  deleteProduct,
  deleteProductFile,
  deleteVariant,
  exportProducts,
  importProducts,
  listProducts,
  readProduct,
  readProductFile,
  retirePrice,
} from '../../shared.ts'
import type { Parts, ProductsMux } from '../parts.ts'
import { exportOf, productsPage } from './export-products.ts'
import { importOf } from './import-products.ts'
import { addFileOf, changeImageOf, deleteFileOf, readFileOf } from './product-files.ts'
import { productDetails } from './product-rows.ts'
import { createPriceOf, retirePriceOf } from './write-price.ts'
import { changeProductOf, createProductOf, deleteProductOf } from './write-product.ts'
import { changeVariantOf, createVariantOf, deleteVariantOf } from './write-variant.ts'

/** Routes of the catalog. */
export function mountCatalog(mux: ProductsMux, parts: Parts): void {
  mux.endpoint(listProducts, ({ db, input }) => productsPage(db, input))
  mux.endpoint(exportProducts, (scope) => exportOf(parts, scope))
  mux.endpoint(importProducts, (scope) => importOf(parts, scope, scope.input))
  mux.endpoint(createProduct, (scope) => createProductOf(parts, scope, scope.input))
  mux.endpoint(readProduct, ({ db, params }) => productDetails(db, params.id))
  mux.endpoint(changeProduct, (scope) => changeProductOf(parts, scope, { ...scope.input, ...scope.params }))
  mux.endpoint(deleteProduct, (scope) => deleteProductOf(scope, scope.params.id))
  mux.endpoint(createVariant, (scope) => createVariantOf(parts, scope, { ...scope.input, ...scope.params }))
  mux.endpoint(changeVariant, (scope) => changeVariantOf(parts, scope, { ...scope.input, ...scope.params }))
  mux.endpoint(deleteVariant, (scope) => deleteVariantOf(scope, scope.params.id, scope.params.variantId))
  mux.endpoint(createPrice, (scope) => createPriceOf(parts, scope, { ...scope.input, ...scope.params }))
  mux.endpoint(retirePrice, (scope) => retirePriceOf(parts, scope, scope.params))
  mux.upload(addImage, (scope) => addFileOf(parts, scope, { id: scope.params.id, kind: 'image', file: scope.file }))
  mux.upload(addFile, (scope) => addFileOf(parts, scope, { id: scope.params.id, kind: 'file', file: scope.file }))
  mux.endpoint(changeImage, (scope) => changeImageOf(scope, { ...scope.input, ...scope.params }))
  mux.endpoint(readProductFile, (scope) => readFileOf(parts, scope, scope.params))
  mux.endpoint(deleteProductFile, (scope) => deleteFileOf(scope, scope.params.id, scope.params.fileId))
}
