import type { AnyResource } from '@host/plugin/wire'
import { useParams } from '../navigation/useParams.ts'
import { ResourceDetails } from './ResourceDetails.tsx'

/** The page of the record that the address names. */
export function ResourceDetailsPage({ resource }: { readonly resource: AnyResource }) {
  return <ResourceDetails resource={resource} id={useParams<'/records/:id'>().id} />
}
