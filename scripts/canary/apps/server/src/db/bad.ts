import '../platform/http.ts'
