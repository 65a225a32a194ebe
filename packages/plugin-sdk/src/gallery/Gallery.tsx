import { Suspense } from 'react'
import { OverlayProvider } from '../components/OverlayProvider.tsx'
import { Dictionaries } from '../i18n/TextsProvider.tsx'
import { NavigationProvider } from '../navigation/NavigationProvider.tsx'
import { useLocation } from '../navigation/useLocation.ts'
import { useSearch } from '../navigation/useSearch.ts'
import { HostProvider } from '../session/HostProvider.tsx'
import { useSessionState } from '../session/useSession.ts'
import { galleryPlugin } from './gallery-plugin.ts'
import { galleryFetch } from './gallery-fetch.ts'
import type { ExampleProps } from './story.ts'
import { StoryList } from './StoryList.tsx'
import { StoryPage } from './StoryPage.tsx'
import { useLook } from './useLook.ts'

/** Every component of the SDK in every state: for those who build with them. It needs no server. */
export function Gallery() {
  return (
    <HostProvider fetch={galleryFetch} loadEdition={() => Promise.resolve({ plugins: [galleryPlugin], icons: {} })}>
      <NavigationProvider base="/gallery">
        <OverlayProvider>
          <Suspense>
            <Dictionaries of={['sdk']}>
              <Frame />
            </Dictionaries>
          </Suspense>
        </OverlayProvider>
      </NavigationProvider>
    </HostProvider>
  )
}

function Frame() {
  const look = useLook()
  const component = useLocation().slice(1)
  const [search] = useSearch()
  const { status } = useSessionState()
  if (status !== 'signedIn') return null
  const say: ExampleProps['say'] = (en, zh) => (look.language === 'zh' ? zh : en)
  const isBare = search.get('view') === 'bare'
  const query = search.size === 0 ? '' : `?${search.toString()}`
  const page = <StoryPage component={component} look={look} isBare={isBare} say={say} />
  if (isBare) return page
  return (
    <div className="flex min-h-dvh flex-col md:flex-row">
      <div className="scroll-thin max-h-48 shrink-0 overflow-y-auto border-b border-line bg-sunken p-4 md:sticky md:top-0 md:h-dvh md:max-h-none md:w-sidebar md:border-r md:border-b-0">
        <StoryList search={query} say={say} />
      </div>
      {page}
    </div>
  )
}
