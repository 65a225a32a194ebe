import { LinkFrame } from '../links/LinkFrame.tsx'
import { LinkHistory } from './LinkHistory.tsx'

/** Where a link led before. */
export default function HistoryPage() {
  return <LinkFrame>{(link) => <LinkHistory link={link} />}</LinkFrame>
}
