import { RelatedFiles, RelatedRecords, ResourceDetails } from '@host/plugin-sdk'
import { addFile, deals, downloadFile, files, notes } from 'host-plugin-crm/shared'

export default function DealPage() {
  return (
    <ResourceDetails resource={deals}>
      {({ id }) => (
        <>
          <RelatedRecords resource={notes} by="deal" id={id} isEditable />
          <RelatedFiles resource={files} by="deal" id={id} upload={addFile} download={downloadFile} />
        </>
      )}
    </ResourceDetails>
  )
}
