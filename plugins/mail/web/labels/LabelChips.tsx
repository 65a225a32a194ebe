import { Badge, useQuery } from '@host/plugin-sdk'
import { listLabels } from '../../shared.ts'

/** The labels of an email, as words in their colors. They are read once for a page. */
export function LabelChips({ ids }: { readonly ids: readonly string[] }) {
  const { data } = useQuery(listLabels, {}, { enabled: ids.length > 0 })
  const labels = (data?.items ?? []).filter(({ id }) => ids.includes(id))
  return labels.map(({ id, name, tone }) => (
    <Badge key={id} tone={tone}>
      {name}
    </Badge>
  ))
}
