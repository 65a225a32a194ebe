import { Panel } from '@host/plugin-sdk'
import { ListRows, type ListRowsProps } from './ListRows.tsx'

/** A list on a panel of its own. */
export function ListPanel<Item>(props: ListRowsProps<Item>) {
  return (
    <Panel flush>
      <ListRows {...props} />
    </Panel>
  )
}
