import { Badge, useTranslation, type BadgeTone } from '@host/plugin-sdk'
import type { ProductStatus } from '../../shared.ts'

const tones: Readonly<Record<ProductStatus, BadgeTone>> = { draft: 'neutral', active: 'positive', archived: 'warning' }

/** The status of a product. */
export function ProductState({ status }: { readonly status: ProductStatus }) {
  const { t } = useTranslation()
  return (
    <Badge tone={tones[status]} dot>
      {t(`products.status.${status}`)}
    </Badge>
  )
}
