import { ChangesetPanel, useBreadcrumb, useParams, useQuery } from '@host/plugin-sdk'
import { readChangeset } from '../shared.ts'

/** One changeset, of any feature. */
export default function ChangePage() {
  const { id = '' } = useParams()
  const { data } = useQuery(readChangeset, { id }, { keepPrevious: false })
  useBreadcrumb(data?.title)
  return <ChangesetPanel id={id} isPage />
}
