import { useQuery, type AskAhead } from '@host/plugin-sdk'
import { readWholeApi } from '../shared.ts'
import { ReferenceView } from './ReferenceView.tsx'

/** Everything that this build answers. */
export default function WholeReferencePage() {
  const { data } = useQuery(readWholeApi, {}, { staleMilliseconds: 300_000 })
  return <ReferenceView document={data} name="instance-openapi.json" isWhole />
}

WholeReferencePage.askAhead = ({ query }: AskAhead) => query(readWholeApi)
