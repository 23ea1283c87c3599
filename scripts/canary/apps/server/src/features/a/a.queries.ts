import '../b/b.queries.ts'
import '../../platform/http.ts'
