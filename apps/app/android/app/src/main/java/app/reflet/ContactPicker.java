package app.reflet;

import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.database.Cursor;
import android.net.Uri;
import android.provider.ContactsContract.CommonDataKinds.Email;
import androidx.activity.result.ActivityResult;
import com.getcapacitor.JSArray;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.ActivityCallback;
import com.getcapacitor.annotation.CapacitorPlugin;
import com.getcapacitor.annotation.Permission;

/**
 * Takes the place of the plugin of @capacitor-community/contacts, which picks a contact only with READ_CONTACTS and WRITE_CONTACTS,
 * and never answers when the picker is closed. Here the person picks one e-mail address, and the system lets the app read that row
 * alone: no permission.
 */
@CapacitorPlugin(name = "Contacts", permissions = { @Permission(strings = {}, alias = "contacts") })
public class ContactPicker extends Plugin {

    private static final String[] COLUMNS = { Email.CONTACT_ID, Email.DISPLAY_NAME_PRIMARY, Email.ADDRESS };

    @PluginMethod
    public void pickContact(PluginCall call) {
        try {
            startActivityForResult(call, new Intent(Intent.ACTION_PICK, Email.CONTENT_URI), "picked");
        } catch (ActivityNotFoundException missing) {
            call.reject("There is no app with contacts.");
        }
    }

    @ActivityCallback
    private void picked(PluginCall call, ActivityResult result) {
        if (call == null) return;
        Uri row = result.getData() == null ? null : result.getData().getData();
        if (result.getResultCode() != Activity.RESULT_OK || row == null) {
            call.reject("The picker was closed.");
            return;
        }
        try (Cursor cursor = getContext().getContentResolver().query(row, COLUMNS, null, null, null)) {
            if (cursor == null || !cursor.moveToFirst()) {
                call.reject("The contact was not found.");
                return;
            }
            JSObject contact = new JSObject();
            contact.put("contactId", cursor.getString(0));
            contact.put("name", new JSObject().put("display", cursor.getString(1)));
            contact.put("emails", new JSArray().put(new JSObject().put("address", cursor.getString(2))));
            call.resolve(new JSObject().put("contact", contact));
        } catch (RuntimeException failure) {
            call.reject("The contact could not be read.");
        }
    }
}
