import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Gallery } from './Gallery.tsx'
import './gallery.css'

const root = document.getElementById('root')
if (root === null) throw new Error('The page of the gallery has no element with the id "root".')

createRoot(root).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
)
