import { LinkFrame } from '../links/LinkFrame.tsx'
import { LinkRules } from './LinkRules.tsx'

/** The rules of a link. */
export default function RulesPage() {
  return <LinkFrame>{(link) => <LinkRules link={link} />}</LinkFrame>
}
