import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/__desk/',
  plugins: [react()],
  build: { outDir: 'dist', emptyOutDir: true },
})
