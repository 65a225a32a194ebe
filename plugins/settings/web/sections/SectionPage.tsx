import { useQuery } from '@host/plugin-sdk'
import type { AskAhead } from '@host/plugin-sdk'
import { listOwnSections } from '../../shared.ts'
import { SectionSkeleton, SectionView } from './SectionView.tsx'
import { UnknownSection } from './UnknownSection.tsx'
import { useSectionId } from './useSectionId.ts'

/** A declared section of the workspace or of the reader, whichever the address names. */
export default function SectionPage() {
  const id = useSectionId()
  const { data: sections } = useQuery(listOwnSections, undefined, { staleMilliseconds: Number.POSITIVE_INFINITY })
  if (sections === undefined) return <SectionSkeleton />
  const section = sections.items.find((each) => each.id === id)
  return section === undefined ? <UnknownSection /> : <SectionView kind={section.kind} plugin={section.plugin} />
}

SectionPage.askAhead = ({ query }: AskAhead) => query(listOwnSections)
