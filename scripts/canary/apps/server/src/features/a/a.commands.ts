import '../../platform/http.ts'
