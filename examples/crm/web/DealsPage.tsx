import { ResourceList } from '@host/plugin-sdk'
import { deals } from 'host-plugin-crm/shared'

export default function DealsPage() {
  return <ResourceList resource={deals} />
}
