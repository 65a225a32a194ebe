import { ResourceList } from '@host/plugin-sdk'
import { contacts } from 'host-plugin-crm/shared'

export default function ContactsPage() {
  return <ResourceList resource={contacts} />
}
