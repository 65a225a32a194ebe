import { LinkPassword } from '../guards/LinkPassword.tsx'
import { SocialPreview } from '../previews/SocialPreview.tsx'
import { ResetStatistics } from '../statistics/ResetStatistics.tsx'
import { LinkForm } from './LinkForm.tsx'
import { LinkFrame } from './LinkFrame.tsx'

/** All settings of a link. */
export default function LinkSettingsPage() {
  return (
    <LinkFrame>
      {(link) => (
        <div className="flex flex-col gap-6">
          <LinkForm link={link} />
          <SocialPreview link={link} />
          <LinkPassword link={link} />
          <ResetStatistics link={link} />
        </div>
      )}
    </LinkFrame>
  )
}
