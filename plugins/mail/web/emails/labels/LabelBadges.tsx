import { Badge, useQuery } from '@host/plugin-sdk'
import { listLabels } from '../../../shared.ts'

/** The labels of an email. They are asked for once any email has some. */
export function LabelBadges({ ids }: { readonly ids: readonly string[] }) {
  const { data } = useQuery(listLabels, undefined, { enabled: ids.length > 0, errors: 'page' })
  const own = data?.items.filter(({ id }) => ids.includes(id)) ?? []
  return own.map(({ id, name, tone }) => (
    <Badge key={id} tone={tone}>
      {name}
    </Badge>
  ))
}
