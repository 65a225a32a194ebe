import { LinkFrame } from '../links/LinkFrame.tsx'
import { LinkClicks } from './LinkClicks.tsx'

/** Single clicks of a link. */
export default function ClicksPage() {
  return <LinkFrame>{(link) => <LinkClicks id={link.id} />}</LinkFrame>
}
