/** The address of an image of a product. */
export function imagePath(productId: string, fileId: string): string {
  return `/api/products/${productId}/files/${fileId}`
}
