import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '@host/shell'
import './styles.css'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root".')

const loadEdition = () => import('./edition.ts').then(({ edition }) => edition)

createRoot(root).render(
  <StrictMode>
    <App loadEdition={loadEdition} />
  </StrictMode>,
)
