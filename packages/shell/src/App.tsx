import { Suspense, useEffect } from 'react'
import { useLocation, useNavigate } from '@host/plugin-sdk'
import {
  Dictionaries,
  HostProvider,
  lazyPart,
  preparePage,
  type HostProviderProps,
  type WebHost,
} from '@host/plugin-sdk/shell'
import { CrashBoundary } from './CrashBoundary.tsx'
import { NotFound } from './frame/NotFound.tsx'
import { Opening } from './Opening.tsx'
import { publicPage } from './sign-in/public-pages.ts'

const loadSignedIn = () => import('./session/SignedIn.tsx')
const SignedIn = lazyPart(loadSignedIn)

const dictionaries = { shell: { en: () => import('./i18n/en.json'), zh: () => import('./i18n/zh.json') } }

const ownTexts = ['sdk', 'shell']

export type AppProps = Pick<HostProviderProps, 'loadEdition' | 'fetch'>

/** The whole product: the pages before sign-in, the workspace dashboard and the instance console. */
export function App(props: AppProps) {
  return (
    <CrashBoundary>
      <HostProvider {...props} dictionaries={dictionaries}>
        <Opening prepare={prepare}>
          <Suspense>
            <Dictionaries of={ownTexts}>
              <Door />
            </Dictionaries>
          </Suspense>
        </Opening>
      </HostProvider>
    </CrashBoundary>
  )
}

/** Fetches everything that the page of the first address is drawn from. */
function prepare(host: WebHost): Promise<unknown> {
  const address = location.pathname
  return Promise.all([host.texts.load(ownTexts), loadDoor(address), preparePage(host, address)])
}

async function loadDoor(address: string): Promise<void> {
  const [, first] = address.split('/')
  const page = publicPage(first)
  if (page !== undefined) return page.load()
  if (first !== 'admin' && first !== 'instance') return
  const [{ loadFrame }] = await Promise.all([loadSignedIn(), SignedIn.load()])
  await loadFrame(first === 'admin' ? 'tenant' : 'instance')
}

function Door() {
  const [, first] = useLocation().split('/')
  const page = publicPage(first)
  if (page !== undefined) return page.shown
  if (first === 'admin' || first === 'instance') return <SignedIn scope={first === 'admin' ? 'tenant' : 'instance'} />
  return first === '' ? <ToDashboard /> : <NotFound />
}

function ToDashboard() {
  const navigate = useNavigate()
  useEffect(() => navigate('/admin', { replace: true }), [navigate])
  return null
}
