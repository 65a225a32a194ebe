import { RelatedRecords, ResourceDetails } from '@host/plugin-sdk'
import { contacts, deals } from 'host-plugin-crm/shared'

export default function ContactPage() {
  return (
    <ResourceDetails resource={contacts}>
      {({ id }) => <RelatedRecords resource={deals} by="contact" id={id} fields={['amount', 'stage']} />}
    </ResourceDetails>
  )
}
