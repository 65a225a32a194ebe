import { LinkStatistics } from '../statistics/LinkStatistics.tsx'
import { ShareButton } from '../sharing/ShareButton.tsx'
import { LinkFrame } from './LinkFrame.tsx'

/** How often a link was used. */
export default function LinkPage() {
  return (
    <LinkFrame>
      {({ id, clicksBefore }) => (
        <LinkStatistics linkId={id} clicksBefore={clicksBefore} actions={<ShareButton linkId={id} />} />
      )}
    </LinkFrame>
  )
}
