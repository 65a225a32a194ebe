import { useQuery } from '@host/plugin-sdk'
import type { AskAhead } from '@host/plugin-sdk'
import { listInstanceSettings } from '../../shared.ts'
import { SectionSkeleton, SectionView } from './SectionView.tsx'
import { UnknownSection } from './UnknownSection.tsx'
import { useSectionId } from './useSectionId.ts'

/** A declared section of the instance. */
export default function InstanceSectionPage() {
  const id = useSectionId()
  const { data: sections } = useQuery(listInstanceSettings, undefined, { staleMilliseconds: Number.POSITIVE_INFINITY })
  if (sections === undefined) return <SectionSkeleton />
  const section = sections.items.find((each) => each.id === id)
  return section === undefined ? <UnknownSection /> : <SectionView kind="instance" plugin={section.plugin} />
}

InstanceSectionPage.askAhead = ({ query }: AskAhead) => query(listInstanceSettings)
