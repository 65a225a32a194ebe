import { useQuery, type AskAhead } from '@host/plugin-sdk'
import { readApi } from '../shared.ts'
import { ReferenceView } from './ReferenceView.tsx'

/** API reference of the workspace. */
export default function ReferencePage() {
  const { data } = useQuery(readApi, {}, { staleMilliseconds: 300_000 })
  return <ReferenceView document={data} name="openapi.json" />
}

ReferencePage.askAhead = ({ query }: AskAhead) => query(readApi)
