import { LinkStatistics } from '../statistics/LinkStatistics.tsx'
import { LinkFrame } from './LinkFrame.tsx'

/** How often a link was used. */
export default function LinkPage() {
  return <LinkFrame>{(link) => <LinkStatistics linkId={link.id} clicksBefore={link.clicksBefore} />}</LinkFrame>
}
