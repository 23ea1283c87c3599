import '../platform/http.ts'
import 'vitest'
