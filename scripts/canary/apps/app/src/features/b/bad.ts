import '../a/Card.tsx'
import '@capacitor/core'
import '../../../../server/src/platform/http.ts'
